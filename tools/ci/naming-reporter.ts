import { resolve } from 'node:path';
import type { Reporter, SerializedError, TestCase, TestModule, TestSuite, Vitest } from 'vitest/node';
import { type FileTime, firstLine, OUTSIDE_TESTS, type Row, writeRows } from './rows.ts';

declare module 'vitest' {
  interface TaskMeta {
    /** What shows that a failure is a defect, in one line; the journeys collect it from the browser. */
    evidence?: string;
  }
}

const HOOK = 'before or after its tests';

/** Writes every result to `--outputFile.names`: the runner's own report omits hooks, stray errors and retries. */
// biome-ignore lint/style/noDefaultExport: the runner finds a reporter by its file.
export default class NamingReporter implements Reporter {
  #path: string | undefined;

  onInit({ config: { outputFile, root } }: Vitest): void {
    const path = typeof outputFile === 'object' ? (outputFile as Record<string, string>).names : undefined;
    this.#path = path === undefined ? undefined : resolve(root, path);
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    if (this.#path === undefined) return;
    const tests = modules.flatMap(({ children }) => [...children.allTests()]);
    const suites = modules.flatMap((module) => [module, ...module.children.allSuites()]);
    const rows: Row[] = [
      ...tests.map(rowOfTest),
      ...suites.flatMap((suite) => suite.errors().map((error) => rowOfHook(suite, error))),
      ...unhandled.map(rowOfStray),
    ];
    writeRows(this.#path, rows, modules.map(timeOfFile));
  }
}

/** Returns the row of a test. Its time covers all attempts; its reason is that of the last attempt. */
function rowOfTest(test: TestCase): Row {
  const { state, errors } = test.result();
  const error = errors?.at(-1);
  const why = error === undefined ? undefined : reasonOf(error, test.module.moduleId);
  const evidence = test.meta().evidence ?? errors?.map(defectIn).find((found) => found !== undefined);
  return {
    name: test.fullName,
    file: test.module.relativeModuleId,
    state: state === 'passed' && test.diagnostic()?.flaky === true ? 'flaky' : state === 'pending' ? 'not-run' : state,
    ms: test.diagnostic()?.duration ?? 0,
    ...(why === undefined ? {} : { why }),
    ...(state === 'failed' && evidence !== undefined ? { evidence } : {}),
  };
}

type Failure = NonNullable<ReturnType<TestCase['result']>['errors']>[number];

/**
 * Returns the reason on one line: the message, what a browser's call waited for, and the line of the test, because a
 * test that passes on retry is never printed by the runner.
 */
function reasonOf({ message, stacks = [] }: Failure, file: string): string {
  const awaited = /^\s*- (waiting for .+)$/m.exec(message)?.[1];
  const place = stacks.find((stack) => stack.file === file);
  const parts = [firstLine(message), awaited, place === undefined ? undefined : `line ${place.line}`];
  return parts.filter((part) => part !== undefined).join(' · ');
}

function rowOfHook(suite: TestModule | TestSuite, error: SerializedError): Row {
  const module = suite.type === 'module' ? suite : suite.module;
  const { evidence } = module.meta();
  return {
    name: suite.type === 'module' ? HOOK : `${suite.fullName}, ${HOOK}`,
    file: module.relativeModuleId,
    state: 'failed',
    ms: 0,
    why: error.message,
    ...(evidence === undefined ? {} : { evidence }),
  };
}

const DEFECTS = /^(?:Type|Reference|Range|Syntax)Error$/;
const PRODUCT = /(?:^|\/)((?:apps|packages)\/[^/]+\/src\/.+)$/;
const TEST = /\.(?:test|spec)\.tsx?$/;

/** Returns what the product threw by a mistake of its own, such as a use of undefined: no load explains that. */
function defectIn({ name, message, stacks = [] }: Failure): string | undefined {
  const [{ file, line } = { file: '', line: 0 }] = stacks;
  const place = PRODUCT.exec(file)?.[1];
  if (place === undefined || TEST.test(place) || !DEFECTS.test(name ?? '')) return undefined;
  return `${name} in ${place}:${line}: ${firstLine(message)}`;
}

const rowOfStray = (error: SerializedError): Row => ({
  name: error.name ?? 'error',
  file: OUTSIDE_TESTS,
  state: 'failed',
  ms: 0,
  why: error.message,
});

/**
 * Returns the time of a file, including everything before its first test, which is often more than the tests
 * themselves.
 */
function timeOfFile(module: TestModule): FileTime {
  const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration } = module.diagnostic();
  const importMs = environmentSetupDuration + prepareDuration + collectDuration + setupDuration;
  return { file: module.relativeModuleId, ms: duration + importMs, importMs };
}
