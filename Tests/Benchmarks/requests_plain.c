// The query `Table` by libcurl alone: what sending it and receiving the answer costs at least. No JSON is read.
//
//     requests_plain URL
//
// For each line "ROWS REQUESTS AT_ONCE" of its standard input it sends as many requests on kept connections, and prints a line with
// the milliseconds of this process's CPU and of the clock by the request, and how many bytes the last answer had. The header fields,
// the body and the options are those of the client. One at a time goes by `curl_easy_perform`, several by a multi handle. AT_ONCE 0 is one
// at a time in a thread of its own, to which each request is handed over and from which its answer is handed back: what a client does
// that must not block its callers.
#include <curl/curl.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

enum { MOST_AT_ONCE = 64 };

struct answer {
  CURL *easy;
  char *bytes;
  size_t count, capacity;
};

static struct answer answers[MOST_AT_ONCE];
static char body[512];
static long body_count;

static void check(int is_right, const char *what) {
  if (is_right) return;
  fprintf(stderr, "requests_plain: %s\n", what);
  exit(1);
}

static size_t receive(char *bytes, size_t size, size_t count, void *context) {
  struct answer *answer = context;
  size_t needed = answer->count + size * count;
  if (needed > answer->capacity) {
    answer->capacity = needed > answer->capacity * 2 ? needed : answer->capacity * 2;
    answer->bytes = realloc(answer->bytes, answer->capacity);
    check(answer->bytes != NULL, "no memory");
  }
  memcpy(answer->bytes + answer->count, bytes, size * count);
  answer->count = needed;
  return size * count;
}

// What a program sets for each request: the body, and where the answer goes.
static void prepare(struct answer *answer) {
  // As large as the answer is: the client's callers keep theirs.
  free(answer->bytes);
  answer->bytes = NULL;
  answer->count = answer->capacity = 0;
  curl_easy_setopt(answer->easy, CURLOPT_POSTFIELDS, body);
  curl_easy_setopt(answer->easy, CURLOPT_POSTFIELDSIZE, body_count);
}

static void expect_success(struct answer *answer, CURLcode code) {
  long status = 0;
  curl_easy_getinfo(answer->easy, CURLINFO_RESPONSE_CODE, &status);
  check(code == CURLE_OK && status == 200 && answer->count > 0, "a request failed");
}

static void send_one_by_one(int requests) {
  for (int i = 0; i < requests; i++) {
    prepare(&answers[0]);
    expect_success(&answers[0], curl_easy_perform(answers[0].easy));
  }
}

static sem_t request, response;

static void *run_thread(void *context) {
  for (;;) {
    sem_wait(&request);
    send_one_by_one(1);
    sem_post(&response);
  }
  return context;
}

static void send_by_thread(int requests) {
  for (int i = 0; i < requests; i++) {
    sem_post(&request);
    sem_wait(&response);
  }
}

static void send_at_once(CURLM *multi, int requests, int at_once) {
  int started = 0, ended = 0, running = 0, left = 0;
  for (; started < at_once && started < requests; started++) {
    prepare(&answers[started]);
    curl_multi_add_handle(multi, answers[started].easy);
  }
  while (ended < requests) {
    check(curl_multi_perform(multi, &running) == CURLM_OK, "curl_multi_perform");
    for (CURLMsg *message; (message = curl_multi_info_read(multi, &left));) {
      struct answer *answer = NULL;
      curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, (char **)&answer);
      expect_success(answer, message->data.result);
      curl_multi_remove_handle(multi, answer->easy);
      ended++;
      if (started == requests) continue;
      prepare(answer);
      curl_multi_add_handle(multi, answer->easy);
      started++;
    }
    if (ended < requests) curl_multi_poll(multi, NULL, 0, 1000, NULL);
  }
}

static double cpu_milliseconds(void) {
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1e3 + (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e3;
}

static double wall_milliseconds(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1e3 + time.tv_nsec / 1e6;
}

int main(int count, char **arguments) {
  check(count == 2, "usage: requests_plain URL");
  curl_global_init(CURL_GLOBAL_ALL);
  struct curl_slist *fields = curl_slist_append(NULL, "Accept: application/graphql-response+json, application/json;q=0.9");
  fields = curl_slist_append(fields, "Content-Type: application/json");
  for (int i = 0; i < MOST_AT_ONCE; i++) {
    CURL *easy = answers[i].easy = curl_easy_init();
    curl_easy_setopt(easy, CURLOPT_URL, arguments[1]);
    curl_easy_setopt(easy, CURLOPT_HTTPHEADER, fields);
    curl_easy_setopt(easy, CURLOPT_USERAGENT, "apus-benchmark libcurl");
    curl_easy_setopt(easy, CURLOPT_ACCEPT_ENCODING, "");
    curl_easy_setopt(easy, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1);
    curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(easy, CURLOPT_TCP_KEEPALIVE, 1L);
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, receive);
    curl_easy_setopt(easy, CURLOPT_WRITEDATA, &answers[i]);
    curl_easy_setopt(easy, CURLOPT_PRIVATE, &answers[i]);
  }
  CURLM *multi = curl_multi_init();
  pthread_t thread;
  sem_init(&request, 0, 0);
  sem_init(&response, 0, 0);
  check(pthread_create(&thread, NULL, run_thread, NULL) == 0, "pthread_create");
  int rows, requests, at_once;
  while (scanf("%d %d %d", &rows, &requests, &at_once) == 3) {
    check(at_once <= MOST_AT_ONCE, "too many at once");
    body_count = snprintf(
        body, sizeof body,
        "{\"query\":\"query Table($count:Int!){table(count:$count){id index name score active note}}\","
        "\"operationName\":\"Table\",\"variables\":{\"count\":%d}}",
        rows);
    double cpu = cpu_milliseconds(), wall = wall_milliseconds();
    if (at_once == 0) {
      send_by_thread(requests);
    } else if (at_once == 1) {
      send_one_by_one(requests);
    } else {
      send_at_once(multi, requests, at_once);
    }
    printf("%.6f %.6f %zu\n", (cpu_milliseconds() - cpu) / requests, (wall_milliseconds() - wall) / requests, answers[0].count);
    fflush(stdout);
  }
  return 0;
}
