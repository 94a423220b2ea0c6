import { execFileSync } from 'node:child_process';

/** Returns the root of the repository that contains a folder. */
export function findTop(folder: string): string {
  return git(folder, 'rev-parse', '--show-toplevel').trimEnd();
}

/** Lists tracked files and new ones that are not ignored. */
export function listFiles(top: string): string[] {
  const listed = git(top, 'ls-files', '-co', '--exclude-standard', '-z').split('\0');
  return [...new Set(listed)].filter((path) => path !== '').sort();
}

function git(folder: string, ...args: string[]): string {
  return execFileSync('git', args, { cwd: folder, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
}
