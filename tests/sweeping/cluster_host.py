"""A real Dask cluster of two worker processes: its address and their ids, until stdin closes."""

import json
import os
import sys
from importlib import import_module
from typing import Any


def main() -> None:
    library: Any = import_module("distributed")  # it is an extra, and has no types for this
    with (
        library.LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address=None, host="127.0.0.1"
        ) as cluster,
        library.Client(cluster) as client,
    ):
        workers = list(client.run(os.getpid).values())
        told = json.dumps({"address": cluster.scheduler_address, "workers": workers})
        sys.stdout.write(f"{told}\n")
        sys.stdout.flush()
        sys.stdin.read()


if __name__ == "__main__":
    main()
