// The service's clock: the device's may be wrong.

/** The service's time minus the device's, in milliseconds. */
let ahead = 0;

/**
 * Notes the time of a response of the service, which has validated what a cache holds. It
 * has whole seconds, so that the service is never behind the time assumed here.
 * @param {Response} response
 */
export function noteTime(response) {
  const sent = Date.parse(response.headers.get("Date") ?? "");
  if (!Number.isNaN(sent)) ahead = sent - Date.now();
}

/** The time by the service's clock, in milliseconds. */
export function serviceTime() {
  return Date.now() + ahead;
}
