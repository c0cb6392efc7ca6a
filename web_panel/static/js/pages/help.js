// The rule books: plain pages; all they need is the frame.
import "../shell.js";

document.getElementById("main").dataset.ready = "1";
