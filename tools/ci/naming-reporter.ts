import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Reporter, SerializedError, TestModule, Vitest } from 'vitest/node';
import { nameResults } from './name-results.ts';

/** Writes what the summary ends with to `--outputFile.names`: the runner's own report leaves out hooks and second tries. */
// biome-ignore lint/style/noDefaultExport: the runner finds a reporter by its file.
export default class NamingReporter implements Reporter {
  #file: string | undefined;

  onInit({ config: { outputFile, root } }: Vitest): void {
    const file = typeof outputFile === 'object' ? (outputFile as Record<string, string>).names : undefined;
    this.#file = file === undefined ? undefined : resolve(root, file);
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    if (this.#file === undefined) return;
    mkdirSync(dirname(this.#file), { recursive: true });
    writeFileSync(this.#file, JSON.stringify(nameResults(modules, unhandled)));
  }
}
