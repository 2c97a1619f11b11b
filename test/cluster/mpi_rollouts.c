// Ranks of MPI give the bits of one process.
//
//   mpirun -n N mpi_rollouts            0: the same bits
//   mpirun -n N mpi_rollouts kill       a rank dies on the way: the job ends, with an error or done
#include "cluster/rolled.h"

#include <signal.h>

#include <engine/mpi/cluster.h>

static int calls = 0, master = 0;

static void die_in_between(const mjModel* m, mjData* d) {
  (void)m, (void)d;
  if (!master && ++calls > 100) raise(SIGKILL);
}

static void say_nothing(const char* text) { (void)text; }

int main(int argc, char** argv) {
  int kills = argc > 1 && !strcmp(argv[1], "kill");
  mju_user_warning = say_nothing;
  // workers stay in the next call: rank 0 alone goes on
  if (kills) mjcb_control = die_in_between;
  engCluster* c = eng_clusterMPI(&argc, &argv, 1);
  if (!c) return 0;
  master = 1;
  int bad = 0, remote = 0;
  for (int chunk = 0; chunk < 8; chunk += 3) {
    const char* const files[] = {"humanoid.xml", "cart_pole.xml"};
    for (int k = 0; k < 2; k++) {
      rolled a = roll(files[k], NULL, 0), b = roll(files[k], c, chunk);
      bad += !same(&a, &b) || b.deal.nlost > 0;
      remote += b.deal.nremote;
      drop(&a);
      drop(&b);
    }
  }
  printf("%d workers did %d trajectories, %d comparisons failed\n", eng_clusterSize(c), remote,
         bad);
  if (eng_clusterSize(c) > 0 && !remote) bad++;
  eng_clusterClose(c);
  return bad;
}
