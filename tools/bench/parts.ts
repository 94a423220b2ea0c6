import type { PrivatePostgres } from '../torture/private-postgres.ts';
import { describeLine, judge, type Line } from '../trial/aims.ts';
import type { Trial, TrialOptions } from '../trial/trial.ts';
import { openCounting } from './contract/statements.ts';

/** What a part of a benchmark measured. */
export type Part = { readonly lines: readonly Line[]; readonly summary: string };

type Measure = (postgres: PrivatePostgres, options: TrialOptions) => Promise<Part>;

/** Runs the parts that are named on the command line, on one server; without names the usual ones. */
export const runParts =
  (usual: Readonly<Record<string, Measure>>, others: Readonly<Record<string, Measure>> = {}): Trial['run'] =>
  async (options) => {
    const postgres = await openCounting(options);
    try {
      const named = Object.entries({ ...usual, ...others }).filter(([name]) => options.args.includes(name));
      const lines: Line[] = [];
      const summary: string[] = [];
      for (const [, measure] of named.length > 0 ? named : Object.entries(usual)) {
        const made = await measure(postgres, options);
        lines.push(...made.lines);
        summary.push(made.summary);
      }
      for (const line of lines) options.print(describeLine(line));
      return judge(lines, summary.join('; '));
    } finally {
      await postgres.stop();
    }
  };
