const MINUTE = 60;
const HOUR = 3_600;
const DAY = 86_400;

type Quota = { readonly perHour: number; readonly perDay: number };

/** Returns the seconds until the next code after the nth within an hour: 60, 120, then 240. */
export const getResendDelaySeconds = (nth: number): number =>
  MINUTE * 2 ** (Math.min(Math.max(nth, 1), 3) - 1);

/**
 * Returns the seconds until another code may be requested, 0 for now.
 * @param sent times of the requests of the last day, newest first
 */
export function getSecondsToWait(sent: readonly Date[], now: Date, { perHour, perDay }: Quota): number {
  const ages = sent.map((at) => (now.getTime() - at.getTime()) / 1000);
  const inHour = ages.filter((age) => age < HOUR);
  const [newest] = inHour;
  const hourly = inHour.length >= perHour ? HOUR - (inHour[perHour - 1] ?? 0) : 0;
  const daily = ages.length >= perDay ? DAY - (ages[perDay - 1] ?? 0) : 0;
  const pause = newest === undefined ? 0 : getResendDelaySeconds(inHour.length) - newest;
  return Math.max(0, Math.ceil(Math.max(hourly, daily, pause)));
}
