#!/bin/sh
# mpi.sh MPIRUN PROGRAM: rollouts over 1, 2 and 4 ranks, and the end of a job in which a rank dies.
set -u
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
export OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_btl_vader_single_copy_mechanism=none
for n in 1 2 4; do
  timeout 100 "$1" -n $n "$2" || { echo "failed with $n ranks"; exit 1; }
done
timeout 100 "$1" -n 3 "$2" kill >/dev/null 2>&1
status=$?
[ $status != 124 ] || { echo "a job in which a rank died did not end"; exit 1; }
[ $status != 0 ] || { echo "no rank died, or nobody was told"; exit 1; }
echo "a job in which a rank died ended with $status"
