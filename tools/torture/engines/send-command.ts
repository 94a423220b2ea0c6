import { type EngineCommand, readCommand } from '@app/protocol/engine';
import type { Engine } from '@app/server/engine/client';

type Sent = {
  readonly key: string;
  readonly user: number;
  readonly name: string;
  /** Fields of the command, as they travel. */
  readonly fields: Readonly<Record<string, unknown>>;
};

type Destination = {
  readonly shard: string;
  readonly commands: readonly EngineCommand[];
  /** Route under which the engine records the request. */
  readonly route?: string;
};

/** Sends a command as the API does. */
export function sendCommand(
  engine: Engine,
  { key, user, name, fields }: Sent,
  { shard, commands, route = `RIG ${name}` }: Destination,
): Promise<unknown> {
  const command = commands.find((it) => it.name === name);
  if (command === undefined) throw new Error(`no command ${name}`);
  const source = { userId: BigInt(user), key, route, body: JSON.stringify(fields) };
  const { name: _name, ...decoded } = readCommand(commands, name, fields);
  return engine.request(shard, source, command, decoded as never); // Decoded by the command's own codec.
}
