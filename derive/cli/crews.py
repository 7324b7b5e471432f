"""Who decides the papers of a corpus: processes of this machine, or the workers of a Dask scheduler; both by `entries`."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager

from derive.cli.entries import PaperEntry, checked, checked_here, enter, given_up
from derive.errors import InputError
from derive.processes import Asides

#: Begins to decide a paper: its name, the folder from which that is, and seconds.
Begin = Callable[[str, str, float], "Future[PaperEntry]"]


@contextmanager
def processes(jobs: int) -> Iterator[Begin]:
    """So many processes of this machine."""
    with Asides(enter) as asides:
        pool = ThreadPoolExecutor(jobs)
        try:
            yield lambda *given: pool.submit(checked, asides, *given)
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


@contextmanager
def on_dask(scheduler: str, jobs: int) -> Iterator[Begin]:
    """The workers of a scheduler; without an address, so many worker processes of this machine.

    Raises `InputError` where there is no such scheduler.
    """
    import distributed

    with ExitStack() as stack:
        if not scheduler:
            here = distributed.LocalCluster(
                jobs, threads_per_worker=1, dashboard_address=":0", silence_logs=logging.ERROR
            )
            scheduler = stack.enter_context(here).scheduler_address
        try:
            client = stack.enter_context(distributed.Client(scheduler))
        except (OSError, ValueError) as error:
            hint = "dask scheduler says its address, as tcp://HOST:8786"
            raise InputError(f"no scheduler of Dask at {scheduler!r}: {error}", hint=hint) from None
        pool = client.get_executor(pure=False)
        try:
            yield lambda *given: pool.submit(checked_here, *given)
        finally:
            pool.shutdown(wait=False)


def result_of(future: Future[PaperEntry], paper: str) -> PaperEntry:
    """What was found of a paper; raises `InputError` where its worker cannot decide it, or nobody is there."""
    try:
        return future.result()
    except InputError:
        raise
    except CancelledError:
        raise InputError("the scheduler is gone", hint="the same command goes on from here") from None
    except Exception as error:
        if type(error).__name__ == "KilledWorker":
            return given_up(paper, "workers ended while they decided it", "is there enough memory?")
        hint = "have this version of derive-proofs[cluster] on every worker"
        raise InputError(f"a worker cannot run the program: {type(error).__name__}: {error}", hint=hint) from None
