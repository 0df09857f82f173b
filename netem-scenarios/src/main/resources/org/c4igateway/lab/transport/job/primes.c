/*
 * Counts the primes up to each number of its command line by trial division, as the programs in Java do: rank 0 leads,
 * the others work. The first number only warms up. Rank 0 prints
 *
 *   step 10000000 2.134567 664579 4.120000    numbers, seconds, primes, processor time of all ranks in seconds
 *   used 1 2.060000 9876                      rank, its processor time after the first number, KiB resident at most
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

static int is_prime(int odd)
{
    for (int divisor = 3; divisor * divisor <= odd; divisor += 2)
        if (odd % divisor == 0)
            return 0;
    return odd > 1;
}

static double cpu_seconds(void)
{
    struct rusage used;
    getrusage(RUSAGE_SELF, &used);
    return (double) (used.ru_utime.tv_sec + used.ru_stime.tv_sec)
            + (double) (used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1e6;
}

/* Receiving would ask without a pause, and take a processor from the workers. */
static void await_answer(int job)
{
    const struct timespec millisecond = {0, 1000000};
    int there = 0;
    for (;;) {
        MPI_Iprobe(MPI_ANY_SOURCE, job, MPI_COMM_WORLD, &there, MPI_STATUS_IGNORE);
        if (there)
            return;
        nanosleep(&millisecond, NULL);
    }
}

static long long lead(int job, int workers, int numbers)
{
    long long primes = 1; /* two */
    for (int worker = 0; worker < workers; worker++) {
        int interval[3] = {2 * worker + 1, 2 * workers, numbers};
        MPI_Send(interval, 3, MPI_INT, worker + 1, job, MPI_COMM_WORLD);
    }
    for (int worker = 0; worker < workers; worker++) {
        long long found;
        await_answer(job);
        MPI_Recv(&found, 1, MPI_LONG_LONG, MPI_ANY_SOURCE, job, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        primes += found;
    }
    return primes;
}

static void work(int job)
{
    int interval[3];
    long long found = 0;
    MPI_Recv(interval, 3, MPI_INT, 0, job, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int number = interval[0]; number <= interval[2]; number += interval[1])
        found += is_prime(number);
    MPI_Send(&found, 1, MPI_LONG_LONG, 0, job, MPI_COMM_WORLD);
}

int main(int argc, char **argv)
{
    int rank, size;
    double warm = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int job = 1; job < argc; job++) {
        int numbers = atoi(argv[job]);
        double before = cpu_seconds(), begun = MPI_Wtime(), seconds, used, all = 0;
        long long primes = 0;
        if (rank == 0)
            primes = lead(job, size - 1, numbers);
        else
            work(job);
        seconds = MPI_Wtime() - begun;
        used = cpu_seconds() - before;
        MPI_Reduce(&used, &all, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
        if (rank == 0)
            printf("step %d %.6f %lld %.6f\n", numbers, seconds, primes, all);
        if (job == 1)
            warm = cpu_seconds();
    }
    struct rusage last;
    getrusage(RUSAGE_SELF, &last);
    double mine[2] = {cpu_seconds() - warm, (double) last.ru_maxrss};
    double *each = calloc(2 * (size_t) size, sizeof(double));
    MPI_Gather(mine, 2, MPI_DOUBLE, each, 2, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    if (rank == 0)
        for (int other = 0; other < size; other++)
            printf("used %d %.6f %.0f\n", other, each[2 * other], each[2 * other + 1]);
    free(each);
    MPI_Finalize();
    return 0;
}
