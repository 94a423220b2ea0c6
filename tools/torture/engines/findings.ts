import { count } from '../rig.ts';

/** Findings of an audit: how many of each, and the first of them in detail. */
export class Findings {
  readonly counts = new Map<string, number>();
  readonly details: string[] = [];

  add(what: string, detail: string): void {
    count(this.counts, what);
    if (this.counts.get(what) === 1) this.details.push(`${what}: ${detail}`);
  }
}
