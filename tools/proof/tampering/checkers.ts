import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { guardFolder } from '@app/testkit';
import type {
  ContractAnswer,
  ConversionAnswer,
  KeptText,
  KnownMarket,
  ProofText,
  RangeText,
  ReceiptText,
  SecondsAnswer,
} from '@app/verifier';
import * as verifier from '@app/verifier';
import { openBrowser, serveFolder } from '../../browser/index.ts';

/** Evidence to check, what its reader kept, and the check to omit, if any: of a receipt, its part and its name. */
export type Task = { readonly kept?: KeptText; readonly without?: string } & (
  | { readonly kind: 'blocks'; readonly evidence: RangeText }
  | { readonly kind: 'tick'; readonly evidence: ProofText }
  | {
      readonly kind: 'conversion';
      readonly evidence: ConversionAnswer;
      readonly asked?: { readonly id: string; readonly markets?: Readonly<Record<string, number>> };
    }
  | {
      readonly kind: 'contract';
      readonly evidence: ContractAnswer;
      readonly asked?: { readonly id?: string; readonly markets?: Readonly<Record<string, KnownMarket>> };
    }
  | {
      readonly kind: 'seconds';
      readonly evidence: SecondsAnswer;
      readonly asked?: { readonly id?: string; readonly markets?: Readonly<Record<string, KnownMarket>> };
    }
  | { readonly kind: 'receipt'; readonly evidence: ReceiptText; readonly asked?: { readonly id: string } }
);
/** Verifier under test; `find` returns the findings of each task. */
export type Checker = {
  readonly name: string;
  find(tasks: readonly Task[]): Promise<string[][]>;
  close(): Promise<void>;
};

export const inNode = (): Checker => ({
  name: `Node ${process.version}`,
  find: (tasks) => findAll(verifier, tasks),
  close: () => Promise.resolve(),
});

const SOURCES = resolve(import.meta.dirname, '../../../packages/verifier/src');

/** Loads the verifier's sources in Chromium, with the types stripped. */
export async function inChromium(): Promise<Checker> {
  const folder = guardFolder(mkdtempSync(join(tmpdir(), 'tidemark-tampering-')));
  layOut(folder);
  const site = await serveFolder(folder);
  const browser = await openBrowser();
  const page = await browser.newPage();
  await page.goto(site.url);
  const close = async () => {
    await browser.close();
    site.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  const find = (tasks: readonly Task[]) =>
    page.evaluate(`import('/index.js').then((verifier) => (${findAll})(verifier, ${JSON.stringify(tasks)}))`);
  return { name: `Chromium ${browser.version()}`, find: find as Checker['find'], close };
}

/** Writes the sources with their folder structure, because each rule has its own file and folder. */
function layOut(folder: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>verifier</title>');
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' });
  for (const file of files.filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))) {
    const code = stripTypeScriptTypes(readFileSync(join(SOURCES, file), 'utf8')).replaceAll(
      /(from '\.{1,2}\/[a-z/-]+)\.ts'/g,
      "$1.js'",
    );
    const target = join(folder, file.replace(/\.ts$/, '.js'));
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, code);
  }
}

/**
 * Runs the checks. Used unchanged in Node and in the browser, so it references nothing outside itself. Unreadable
 * evidence counts as found.
 */
async function findAll(lib: typeof verifier, tasks: readonly Task[]): Promise<string[][]> {
  const find = async (task: Task): Promise<string[]> => {
    const left = <Checks extends object>(checks: Checks, part = ''): Partial<Checks> =>
      Object.fromEntries(
        Object.entries(checks).filter(([name]) => `${part}${name}` !== task.without),
      ) as Partial<Checks>;
    const kept = lib.readKept(task.kept ?? { heads: [], keys: [] });
    if (task.kind === 'tick') return lib.checkTick(lib.readProof(task.evidence), kept, left(lib.TICK_CHECKS));
    if (task.kind === 'blocks') {
      const found = await lib.checkBlocks(lib.readRange(task.evidence), kept, left(lib.BLOCK_CHECKS));
      return found.map(({ check }) => check);
    }
    if (task.kind === 'contract') {
      const receipt = lib.readContract(task.evidence, task.asked);
      const { isAwaited, rule, ...findings } = await lib.checkContract(receipt, kept, {
        receipt: left(lib.CONTRACT_CHECKS, 'receipt '),
        open: left(lib.OPEN_RULE_CHECKS, 'open '),
        settlement: left(lib.SETTLEMENT_RULE_CHECKS, 'settlement '),
        overnight: left(lib.OVERNIGHT_RULE_CHECKS, 'overnight '),
        tick: left(lib.TICK_CHECKS, 'tick '),
        seal: left(lib.CONTRACT_SEAL_CHECKS, 'seal '),
      });
      const names = Object.entries({ ...findings, [receipt.outcome.kind]: rule }).flatMap(([part, found]) =>
        (found as readonly string[]).map((name) => `${part} ${name}`),
      );
      return isAwaited ? [...names, 'seal missing'] : names;
    }
    if (task.kind === 'seconds') {
      const receipt = lib.readSeconds(task.evidence, task.asked);
      const { isAwaited, rule, ...findings } = await lib.checkSeconds(receipt, kept, {
        receipt: left(lib.SECONDS_CHECKS, 'receipt '),
        bet: left(lib.BET_RULE_CHECKS, 'bet '),
        settlement: left(lib.BET_SETTLEMENT_CHECKS, 'settlement '),
        tick: left(lib.TICK_CHECKS, 'tick '),
        seal: left(lib.SECONDS_SEAL_CHECKS, 'seal '),
      });
      const names = Object.entries({ ...findings, [receipt.outcome.kind]: rule }).flatMap(([part, found]) =>
        (found as readonly string[]).map((name) => `${part} ${name}`),
      );
      return isAwaited ? [...names, 'seal missing'] : names;
    }
    const { isAwaited, ...findings } =
      task.kind === 'conversion'
        ? await lib.checkConversion(lib.readConversion(task.evidence, task.asked), kept, {
            receipt: left(lib.CONVERSION_CHECKS, 'receipt '),
            rule: left(lib.CONVERSION_RULE_CHECKS, 'rule '),
            tick: left(lib.TICK_CHECKS, 'tick '),
            seal: left(lib.CONVERSION_SEAL_CHECKS, 'seal '),
          })
        : await lib.checkReceipt(lib.readReceipt(task.evidence, task.asked), kept, {
            receipt: left(lib.RECEIPT_CHECKS, 'receipt '),
            rule: left(lib.HOUSE_FILL_CHECKS, 'rule '),
            tick: left(lib.TICK_CHECKS, 'tick '),
            seal: left(lib.SEAL_CHECKS, 'seal '),
          });
    const names = Object.entries(findings).flatMap(([part, found]) =>
      (found as readonly string[]).map((name) => `${part} ${name}`),
    );
    return isAwaited ? [...names, 'seal missing'] : names;
  };
  const findings: string[][] = [];
  for (const task of tasks) findings.push(await find(task).catch(() => ['unreadable']));
  return findings;
}
