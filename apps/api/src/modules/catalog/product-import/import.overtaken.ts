/** Somebody took or deleted what a batch needs between the look and the write: it is done again and sees it. */
export class Overtaken extends Error {}
