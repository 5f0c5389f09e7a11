/** Default `max_request_size` of the servers' listeners, in bytes: no server takes a larger request unless set otherwise. */
export const requestLimitBytes = 32 * 1024 * 1024;
