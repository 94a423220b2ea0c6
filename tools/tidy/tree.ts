import { findImports, type Import } from './imports.ts';
import { type Manifest, readManifest } from './manifest.ts';
import { type Masks, mask } from './mask.ts';
import { isTest, ownerOf, type Place, placeOf, unitOf } from './places.ts';
import { resolve, type Target } from './resolve.ts';

export type SourceFile = { readonly path: string; readonly text: string };

export type Source = SourceFile &
  Masks & {
    readonly place: Place | undefined;
    readonly owner: string;
    readonly unit: string | undefined;
    readonly isTest: boolean;
    readonly imports: readonly (Import & { readonly target: Target })[];
  };

/** Input of all rules, read and resolved once. */
export type Tree = {
  readonly files: readonly SourceFile[];
  readonly sources: readonly Source[];
  readonly manifests: ReadonlyMap<string, Manifest>;
};

/** One required change. The advice names the alternative, not only the fault. */
export type Finding = { readonly path: string; readonly line: number; readonly advice: string };

export type Rule = {
  readonly name: string;
  readonly check: (tree: Tree) => readonly Finding[];
  /** False while the rule has nothing to compare yet; the summary then reports that. */
  readonly applies?: (tree: Tree) => boolean;
};

const isSource = (path: string) => /\.(?:[cm]?[jt]s|[jt]sx)$/.test(path);

/** Builds a tree from a list of files. Pure, so that a test can plant any tree. */
export function makeTree(files: readonly SourceFile[]): Tree {
  const manifests = new Map<string, Manifest>();
  for (const { path, text } of files) {
    const folder = /^(?:(.+)\/)?package\.json$/.exec(path);
    if (folder) manifests.set(folder[1] ?? '', readManifest(text));
  }
  const sources = files.filter(({ path }) => isSource(path)).map((file) => readSource(file, manifests));
  return { files, sources, manifests };
}

function readSource(file: SourceFile, manifests: ReadonlyMap<string, Manifest>): Source {
  const { path, text } = file;
  const masks = mask(text);
  const imports = findImports(text, masks.code).map((found) => ({
    ...found,
    target: resolve(path, found.specifier, manifests),
  }));
  return {
    ...file,
    ...masks,
    place: placeOf(path),
    owner: ownerOf(path),
    unit: unitOf(path),
    isTest: isTest(path),
    imports,
  };
}
