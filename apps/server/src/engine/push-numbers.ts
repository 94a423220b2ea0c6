const USERS_MAX = 500_000;

/**
 * Numbers the updates of each user's channel in memory. Numbering restarts with every leader, and for a user who was
 * evicted; clients treat that as a gap and fetch again.
 */
export class PushNumbers {
  readonly #last = new Map<bigint, number>();

  next(userId: bigint): { readonly prev: string; readonly seq: string } {
    if (this.#last.size > USERS_MAX) this.#last.clear();
    const last = this.#last.get(userId);
    const seq = last === undefined ? Date.now() * 1_000 : last + 1; // Higher than any number of an earlier leader.
    this.#last.set(userId, seq);
    return { prev: last === undefined ? '' : String(last), seq: String(seq) };
  }
}
