import type { Taken } from '../tidy/source-text.ts';
import { makeTree, type Source, type Tree } from '../tidy/tree.ts';

export type Barrels = {
  /** Returns the files that a source uses by its imports. */
  readonly usedBy: (source: Source) => ReadonlySet<string>;
  /** Returns a file and all that it exports again. */
  readonly allOf: (path: string) => ReadonlySet<string>;
};

type Import = Source['imports'][number];

/**
 * Follows imports through barrels, files named `index.ts` that export again what others define. An import of names uses
 * the barrel's own text and the files that define the names. An import without names uses all that the barrel exports,
 * and so does a name that is found nowhere.
 */
export function followBarrels({ sources }: Tree): Barrels {
  const byPath = new Map(sources.map((source) => [source.path, source]));
  const passedOn = new Map(
    sources.map((source) => [source.path, source.imports.filter((each) => isShared(source, each))]),
  );
  const defined = new Map<string, ReadonlySet<string>>();
  const namesIn = (source: Source) => {
    const names = defined.get(source.path) ?? definedIn(source);
    defined.set(source.path, names);
    return names;
  };

  const allOf = (path: string, found = new Set<string>()): Set<string> => {
    if (found.has(path)) return found;
    found.add(path);
    for (const { target } of passedOn.get(path) ?? []) if (target.kind === 'file') allOf(target.path, found);
    return found;
  };

  /** Returns the files through which a name is exported, down to the one that defines it; undefined if none does. */
  const trace = (path: string, name: string, seen: readonly string[] = []): readonly string[] | undefined => {
    const source = byPath.get(path);
    if (source === undefined || seen.includes(path)) return undefined;
    const shared = passedOn.get(path) ?? [];
    for (const { target, taken } of shared) {
      const named = taken.find(({ as }) => as === name);
      if (named === undefined) continue;
      if (target.kind !== 'file') return [path];
      const behind = named.name === '*' ? undefined : trace(target.path, named.name, [...seen, path]);
      return [path, ...(behind ?? allOf(target.path))];
    }
    if (namesIn(source).has(name)) return [path];
    for (const { target, taken } of shared) {
      const isOpen = target.kind === 'file' && taken.some(isNameless) && name !== 'default';
      const behind = isOpen ? trace(target.path, name, [...seen, path]) : undefined;
      if (behind !== undefined) return [path, ...behind];
    }
    return undefined;
  };

  const usedBy = (source: Source): ReadonlySet<string> => {
    const own = source.imports.filter((each) => each.when !== 'erased' && !isShared(source, each));
    const files = own.flatMap((each) => {
      const { target } = each;
      if (target.kind !== 'file') return [];
      if (!isBarrel(target.path)) return [target.path];
      const traced = namesTaken(source, each).map((name) => (name === '*' ? undefined : trace(target.path, name)));
      return [target.path, ...traced.flatMap((found) => found ?? [...allOf(target.path)])];
    });
    return new Set(files);
  };
  return { usedBy, allOf };
}

export const isBarrel = (path: string) => /(?:^|\/)index\.tsx?$/.test(path);

/** Whether a barrel only exports again what it imports here. */
const isShared = ({ path }: Source, { isPassedOn, when }: Import) => isPassedOn && when !== 'erased' && isBarrel(path);

const isNameless = ({ name, as }: Taken) => name === '*' && as === '';

/** Returns the names an import takes: of a namespace, the members that the source names. */
const namesTaken = (source: Source, { taken, isPassedOn }: Import): readonly string[] =>
  taken.flatMap(({ name, as }) =>
    name === '*' && as !== '' && !isPassedOn ? membersOf(source, as) : name === '*' ? ['*'] : [name],
  );

/** Returns the members of a namespace that a source names; `*` if it uses the namespace in any other way. */
function membersOf({ code }: Source, space: string): string[] {
  const name = space.replaceAll('$', '\\$');
  const uses = code.matchAll(new RegExp(`(?<![\\w$.])(\\*\\s*as\\s+)?${name}(?![\\w$])(?:\\s*\\.\\s*([\\w$]+))?`, 'g'));
  return [...new Set([...uses].flatMap(([, imported, member = '*']) => (imported === undefined ? [member] : [])))];
}

/**
 * Returns the files behind the names that a barrel exports now and did not before, if that is all that has changed.
 * Otherwise undefined: a name has gone or comes from elsewhere, or the barrel has code of its own.
 */
export function filesAddedTo(path: string, before: string, { files }: Tree): readonly string[] | undefined {
  const manifests = files.filter((file) => file.path.endsWith('package.json'));
  const [old, now] = [before, files.find((file) => file.path === path)?.text].map((text = '') =>
    sharedNames(makeTree([...manifests, { path, text }]).sources.find((source) => source.path === path)),
  );
  if (old === undefined || now === undefined) return undefined;
  const isKept = [...old].every(([name, { from }]) => now.get(name)?.from === from);
  const added = [...now].filter(([name]) => !old.has(name)).map(([, { target }]) => target);
  return isKept ? [...new Set(added.flatMap((target) => (target.kind === 'file' ? [target.path] : [])))] : undefined;
}

/** A statement that exports again what another file defines; quotes are kept and their contents are blank. */
const SHARING = /(?<![\w$.])export\s*(?:type\s*)?(?:\*(?:\s*as\s+[\w$]+)?|\{[^{}]*\})\s*from\s*(['"])\s*\1\s*;?/g;

type Origin = Pick<Import, 'target'> & { readonly from: string };

/** Returns where the names come from that a barrel exports; undefined if it does anything else. */
function sharedNames(source: Source | undefined): ReadonlyMap<string, Origin> | undefined {
  if (source === undefined || source.code.replace(SHARING, '').trim() !== '') return undefined;
  const names = source.imports.flatMap(({ specifier, target, taken }) =>
    taken.map((each) => {
      const name = isNameless(each) ? `* from ${specifier}` : each.as;
      return [name, { target, from: `${each.name} from ${specifier}` }] as const;
    }),
  );
  return new Map(names);
}

/** Definitions at the top of a file: `export const a`, `export { a, b as c }`. */
const DEFINITION =
  /(?<![\w$.])export\s+(?:(?:declare|abstract|async)\s+)*(?:const|let|var|function\s*\*?|class|enum|namespace)\s+([\w$]+)/g;
const LIST = /(?<![\w$.])export\s*\{([^{}]*)\}(?!\s*from\b)/g;

function definedIn({ code }: Source): ReadonlySet<string> {
  const listed = [...code.matchAll(LIST)].flatMap(([, names = '']) => names.split(','));
  return new Set([
    ...[...code.matchAll(DEFINITION)].map(([, name = '']) => name),
    ...listed.map((each) => each.trim().split(/\s+/).at(-1) ?? ''),
    ...(/(?<![\w$.])export\s+default\b/.test(code) ? ['default'] : []),
  ]);
}
