// A refusal as a page. The words are in the page already; the frame brings Stop and the ways out.
import "../shell.js";

document.getElementById("main").dataset.ready = "1";
