import { join } from 'node:path';
import { findBinary } from './binaries.ts';
import { type Answer, launch, type Service } from './launch.ts';
import { readAnswer } from './listening.ts';

/** Starts a private Redis that writes nothing to disk: caches and soft limits only. */
export function startRedis(folder: string, port: number): Promise<Service> {
  return launch({
    name: 'redis',
    product: 'Redis',
    binary: findBinary('redis-server'),
    args: ['--bind', '127.0.0.1', '--port', String(port), '--save', '', '--appendonly', 'no', '--dir', folder],
    port,
    logFile: join(folder, 'redis.log'),
    stopSignal: 'SIGTERM',
    whoAnswers: (pid) => whoAnswers(port, pid),
  });
}

const PROCESS_ID = /process_id:(\d+)\r\n/;

async function whoAnswers(port: number, pid: number): Promise<Answer> {
  const answer = await readAnswer(port, 'INFO server\r\n', (text) => PROCESS_ID.test(text) || text.startsWith('-'));
  if (answer === undefined || answer === '') return 'nobody';
  return PROCESS_ID.exec(answer)?.[1] === String(pid) ? 'ours' : 'another';
}
