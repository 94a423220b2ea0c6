import { createRequire } from 'node:module';

/** solc is CommonJS without types; only this much of it is used. */
const solc: { compile(input: string): string } = createRequire(import.meta.url)('solc');

/** A compiled contract. Where a value that its constructor sets stands in its code, by the number of that value. */
type Compiled = {
  readonly bytecode: { readonly object: string };
  readonly deployedBytecode: {
    readonly object: string;
    readonly immutableReferences: Readonly<Record<string, readonly { readonly start: number }[]>>;
  };
};

type Output = {
  readonly contracts?: Readonly<Record<string, Readonly<Record<string, { readonly evm: Compiled }>>>>;
  readonly errors?: readonly { readonly formattedMessage: string }[];
};

/** Compiles a source, always to the same bytes, and returns its contracts by name. */
export function compileSolidity(content: string): (name: string) => Compiled {
  const settings = {
    optimizer: { enabled: true },
    metadata: { appendCBOR: false },
    outputSelection: { '*': { '*': ['evm.bytecode.object', 'evm.deployedBytecode'] } },
  };
  const input = { language: 'Solidity', sources: { source: { content } }, settings };
  const { contracts, errors = [] } = JSON.parse(solc.compile(JSON.stringify(input))) as Output; // By solc.
  return (name) => {
    const compiled = contracts?.source?.[name]?.evm;
    if (compiled === undefined) throw new Error(errors.map((it) => it.formattedMessage).join('\n') || `no ${name}`);
    return compiled;
  };
}
