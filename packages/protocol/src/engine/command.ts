import { assert } from '@app/base';
import * as z from 'zod/mini';

/**
 * A command of an engine product. `fields` is its payload. `answer` is what the caller receives, in the form it has on
 * the wire: the engine encodes it once, and the API passes it on.
 */
export type EngineCommand<
  Name extends string = string,
  Fields extends z.ZodMiniType = z.ZodMiniType,
  Answer extends z.ZodMiniType = z.ZodMiniType,
> = { readonly name: Name; readonly fields: Fields; readonly answer: Answer };

/** Defines a command; names have the form `<product>.<verb>`. */
export const engineCommand = <Name extends string, Fields extends z.ZodMiniType, Answer extends z.ZodMiniType>(
  name: Name,
  fields: Fields,
  answer: Answer,
): EngineCommand<Name, Fields, Answer> => ({ name, fields, answer });

/** Encodes a command for the bus or the inbox: amounts and ids become decimal text. */
export const encodeCommand = <Command extends EngineCommand>(
  command: Command,
  fields: z.output<Command['fields']>,
): { readonly name: Command['name']; readonly fields: z.input<Command['fields']> } => ({
  name: command.name,
  fields: z.encode(command.fields, fields) as z.input<Command['fields']>, // The type of its own codec.
});

/** A decoded command: its name beside its fields. */
export type Decoded<Command> =
  Command extends EngineCommand<infer Name, infer Fields>
    ? { readonly name: Name } & Readonly<z.output<Fields>>
    : never;

/** Decodes a command of a product. Throws if the product has no such command or a field is invalid. */
export function readCommand<Command extends EngineCommand>(
  commands: readonly Command[],
  name: string,
  fields: unknown,
): Decoded<Command> {
  const command = commands.find((it) => it.name === name);
  assert(command !== undefined, `${name} is a command of this product`);
  return { name, ...(z.decode(command.fields, fields) as object) } as Decoded<Command>; // Decoded by the command's codec.
}
