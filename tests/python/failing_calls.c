/* A library to preload: lets calls of the system fail, as the environment asks.

   FAIL_THREADS=n     the n-th thread, and all later ones, are not started
   FAIL_WRITE=n[:e]   the n-th call of write to a file above descriptor 2, and all later ones, fail with errno e (ENOSPC)
   FAIL_READ=n[:e]    the n-th call of read or pread above descriptor 2, and all later ones, fail with errno e (EIO)
   FAIL_MALLOC=n      the n-th allocation, and all later ones, fail */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct limit {
    const char* name;
    int error;
    atomic_long calls;
    long first; /* 0: not yet looked up, -1: none */
};

static struct limit threads = {"FAIL_THREADS", EAGAIN, 0, 0};
static struct limit writes = {"FAIL_WRITE", ENOSPC, 0, 0};
static struct limit reads = {"FAIL_READ", EIO, 0, 0};
static struct limit allocations = {"FAIL_MALLOC", ENOMEM, 0, 0};

/* Whether this call has to fail; errno is set then. */
static int fails(struct limit* limit) {
    if (limit->first == 0) {
        const char* text = getenv(limit->name);
        char* end = NULL;
        limit->first = text == NULL ? -1 : strtol(text, &end, 10);
        if (limit->first == 0) limit->first = 1;
        if (end != NULL && *end == ':') limit->error = atoi(end + 1);
    }
    if (limit->first < 0 || atomic_fetch_add(&limit->calls, 1) + 1 < limit->first) return 0;
    errno = limit->error;
    return 1;
}

int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*start)(void*), void* argument) {
    static int (*real)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
    if (real == NULL) real = dlsym(RTLD_NEXT, "pthread_create");
    return fails(&threads) ? EAGAIN : real(thread, attributes, start, argument);
}

ssize_t write(int file, const void* bytes, size_t count) {
    static ssize_t (*real)(int, const void*, size_t);
    if (real == NULL) real = dlsym(RTLD_NEXT, "write");
    return file > 2 && fails(&writes) ? -1 : real(file, bytes, count);
}

ssize_t read(int file, void* bytes, size_t count) {
    static ssize_t (*real)(int, void*, size_t);
    if (real == NULL) real = dlsym(RTLD_NEXT, "read");
    return file > 2 && fails(&reads) ? -1 : real(file, bytes, count);
}

ssize_t pread64(int file, void* bytes, size_t count, off64_t offset) {
    static ssize_t (*real)(int, void*, size_t, off64_t);
    if (real == NULL) real = dlsym(RTLD_NEXT, "pread64");
    return file > 2 && fails(&reads) ? -1 : real(file, bytes, count, offset);
}

ssize_t pread(int file, void* bytes, size_t count, off_t offset) { return pread64(file, bytes, count, offset); }

extern void* __libc_malloc(size_t size);

void* malloc(size_t size) { return fails(&allocations) ? NULL : __libc_malloc(size); }
