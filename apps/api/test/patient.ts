/** A shop that is busy says so, and its client asks again: what counts is the answer in the end. */
export async function patient<T extends { status: number }>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const reply = await work();
    if (reply.status !== 503 || attempt === 20) return reply;
    await new Promise((wake) => setTimeout(wake, 100 + 200 * Math.random()));
  }
}
