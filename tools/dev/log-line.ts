/** Level numbers of pino. */
const LEVELS: Readonly<Record<number, string>> = {
  10: 'trace',
  20: 'debug',
  30: 'info',
  40: 'warn',
  50: 'error',
  60: 'fatal',
};
const LEVEL_COLOURS: Readonly<Record<string, number>> = { warn: 33, error: 31, fatal: 31, debug: 90, trace: 90 };
const PROCESS_COLOURS = [36, 35, 32, 34, 33, 96, 95, 92, 94];
const NAME_WIDTH = 8;

export type WriteLine = (text: string) => void;
export type Look = { readonly name: string; readonly turn: number; readonly isColoured: boolean };

const paint = (text: string, colour: number | undefined, { isColoured }: Look) =>
  isColoured && colour !== undefined ? `\u001b[${colour}m${text}\u001b[0m` : text;

/** Formats a process's JSON line as `time process level message {the rest}`; any other line is shown unchanged. */
export function logLine(line: string, look: Look): string {
  const { level, time, msg = '', ...fields } = readEvent(line);
  const { process: _process, ...rest } = fields;
  const levelName = LEVELS[level] ?? String(level);
  const prefix = paint(look.name.padEnd(NAME_WIDTH), PROCESS_COLOURS[look.turn % PROCESS_COLOURS.length], look);
  const at = paint(new Date(time).toISOString().slice(11, 23), 90, look);
  const more = Object.keys(rest).length > 0 ? ` ${paint(JSON.stringify(rest), 90, look)}` : '';
  return `${at} ${prefix} ${paint(levelName.padEnd(5), LEVEL_COLOURS[levelName], look)} ${msg}${more}`;
}

type LogEvent = { level: number; time: number; msg?: string; process?: string; [field: string]: unknown };

/** Parses a log line; a process that crashes writes plain text, which is the most important output of all. */
function readEvent(line: string): LogEvent {
  try {
    const event: unknown = JSON.parse(line);
    if (typeof event === 'object' && event !== null && 'level' in event && 'time' in event) return event as LogEvent;
  } catch {
    // Plain text.
  }
  return { level: 50, time: Date.now(), msg: line };
}
