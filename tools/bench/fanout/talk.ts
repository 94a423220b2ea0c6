import { type ChildProcess, fork } from 'node:child_process';
import { guardChild } from '@app/testkit';

/** Which of the two tells its sockets now. */
export type Contestant = 'ours' | 'bare';

/** What the child that serves is asked, and what it answers. */
export type ServerCalls = {
  ports: { params: undefined; result: Readonly<Record<Contestant, number>> };
  memory: { params: undefined; result: Memory };
  publish: { params: { readonly who: Contestant; readonly ms: number }; result: Round };
  end: { params: undefined; result: Ending };
};

export type Memory = { readonly rss: number; readonly heapUsed: number };

/** Every block with its time, the last one, and what it said of every market. */
export type Ending = {
  readonly blocks: readonly (readonly [number: number, atMs: number])[];
  readonly block: number;
  readonly prices: readonly (readonly [market: number, price: string])[];
};

/** What one contestant did in one round. */
export type Round = {
  readonly frames: number;
  readonly bytes: number;
  readonly sockets: number;
  readonly cpuMs: number;
};

/** What the child that listens is asked. */
export type CrowdCalls = {
  connect: {
    params: { readonly who: Contestant; readonly port: number; readonly sockets: number };
    result: undefined;
  };
  judge: { params: Ending; result: Received };
};

/** Delays in milliseconds: of the newest block in a frame, and of the oldest, which waited for it. */
export type Received = {
  readonly frames: number;
  readonly newest: { readonly p50: number; readonly p99: number };
  readonly oldest: { readonly p50: number; readonly p99: number };
  /** Frames that did not follow the one before, on any socket. */
  readonly gaps: number;
  /** Witnesses that read everything, and how many of them ended with something else than the producer said. */
  readonly witnesses: number;
  readonly wrong: number;
};

type Calls = Record<string, { params: unknown; result: unknown }>;
export type Child<Of extends Calls> = {
  request<Name extends keyof Of & string>(name: Name, params: Of[Name]['params']): Promise<Of[Name]['result']>;
  end(): void;
};

/** A process of its own, so that its cores and its memory are its own. */
export function startChild<Of extends Calls>(program: string): Child<Of> {
  const child: ChildProcess = fork(new URL(program, import.meta.url), { execArgv: ['--expose-gc'] });
  guardChild(child);
  return {
    request: (name, params) =>
      new Promise((resolve, reject) => {
        const onExit = () => reject(new Error(`${program} ended`));
        child.once('exit', onExit);
        child.once('message', (result) => {
          child.off('exit', onExit);
          resolve(result as never); // The child answers with the same table.
        });
        child.send({ name, params });
      }),
    end: () => void child.kill(),
  };
}

/** The child's side: one question at a time. */
export function answerParent<Of extends Calls>(
  answers: {
    readonly [Name in keyof Of]: (params: Of[Name]['params']) => Promise<Of[Name]['result']> | Of[Name]['result'];
  },
): void {
  process.on('message', async ({ name, params }: { name: keyof Of; params: never }) => {
    process.send?.((await answers[name](params)) ?? null);
  });
}
