"""``python -m tests.attacks``: what other processes share stands in a module that they can import."""

from tests.attacks.running import main

if __name__ == "__main__":
    main()
