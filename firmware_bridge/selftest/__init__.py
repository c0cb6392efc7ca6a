"""The hardware test: the steps by which a builder comes to trust a board, on the twin and on the real one.

    palace hardware-test                       # on the simulated board
    palace hardware-test --board /dev/ttyAMA0  # on a real one, with the builder's hands

In reading order: texts, hands, bench, steps_*, runner, plots, report. The same ``SelfTest`` runs behind the
command line (``firmware_bridge.hardware_test``) and behind the panel's wizard.
"""
