#!/bin/sh
# mpi_namespaces.sh MPIRUN PROGRAM: rollouts over four ranks that are four machines to each other:
# network namespaces of this one with a bridge between them.  Then a rank is killed in the middle of a
# job, which must end with an error.
# Needs root; ends with 77 where it cannot make namespaces.
set -u
mpirun=$1 program=$2
net=10.213.77
tag=em$$
work=$(mktemp -d)
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1

clean() {
  for i in 1 2 3 4; do ip netns del $tag$i 2>/dev/null; done
  ip link del $tag 2>/dev/null
  rm -rf "$work"
}
trap clean EXIT
"$mpirun" --version 2>/dev/null | grep -q "Open MPI\|OpenRTE" || { echo "skipped: not Open MPI"; exit 77; }
ip link add $tag type bridge 2>/dev/null || { echo "skipped: no bridges can be made here"; exit 77; }
ip addr add $net.254/24 dev $tag && ip link set $tag up ||
  { echo "skipped: the bridge gets no address"; exit 77; }
for i in 1 2 3 4; do
  ip netns add $tag$i 2>/dev/null || { echo "skipped: no network namespaces can be made here"; exit 77; }
  ip link add $tag-$i type veth peer name eth0 netns $tag$i ||
    { echo "skipped: no pairs of virtual cards can be made here"; exit 77; }
  ip link set $tag-$i master $tag up
  ip -n $tag$i addr add $net.$i/24 dev eth0
  ip -n $tag$i link set eth0 up
  ip -n $tag$i link set lo up
done

# in the place of ssh: the command in the namespace of the address, under a host name of its own
cat >"$work/agent" <<AGENT
#!/bin/sh
while [ "\${1#-}" != "\$1" ]; do shift; done
i=\${1##*.}
shift
exec ip netns exec $tag\$i unshare -u sh -c "hostname $tag\$i; \$*"
AGENT
chmod +x "$work/agent"

# job ARGUMENT...: four ranks, one on each
job() {
  timeout 100 "$mpirun" -n 4 --host $net.1,$net.2,$net.3,$net.4 --mca plm_rsh_agent "$work/agent" \
    --mca btl tcp,self --mca btl_tcp_if_include $net.0/24 --mca oob_tcp_if_include $net.0/24 \
    --mca plm_rsh_no_tree_spawn 1 "$program" "$@"
}

job || { echo "failed over four namespaces"; exit 1; }
job kill >/dev/null 2>&1
status=$?
[ $status != 124 ] || { echo "a job in which a rank died did not end"; exit 1; }
[ $status != 0 ] || { echo "no rank died, or nobody was told"; exit 1; }
echo "over four namespaces; a job in which a rank died ended with $status"
