import type { Product } from '@app/domain/reference';
import type { ComponentType } from 'react';
import type { TextFeature, TextKey } from './texts.ts';

/** A row of a feature's screen table: the specification's path and what is needed to show it. */
export type Screen = BuiltScreen | ComingScreen;

type Line = {
  readonly path: `/pages/${string}`;
  readonly access: 'public' | 'user';
  readonly texts: readonly TextFeature[];
  /** Uses two columns where they fit, or the whole width. */
  readonly isWide?: true | 'whole';
  /** Product whose switch must be open for the page to be of use. Information about a product needs none. */
  readonly product?: Product;
};
type BuiltScreen = Line & {
  /** How search finds the page; `none` for one that is part of another, needs parameters, or appears by itself. */
  readonly search: SearchEntry | 'none';
  readonly load: () => Promise<{ default: ComponentType }>;
};

/** Title and icon of a page in search results. A build keeps all of these out of the frame (`search.config.ts`). */
export type SearchEntry = {
  readonly title: TextKey;
  /** An icon of `@app/ui`; a test checks its name, because this layer does not know the components. */
  readonly icon: string;
  /** Keywords that match although the page does not show them. */
  readonly also?: readonly TextKey[];
  /** Useful only without a session. */
  readonly forVisitors?: true;
};

/** A screen not built yet: a placeholder describes it. */
type ComingScreen = Line & { readonly coming: Announcement };
type Announcement = { readonly title: TextKey; readonly about: TextKey };

/** Names with both a title and a sentence about the page, such as `otc.offers`. */
type Announced = {
  [Key in TextKey]: Key extends `${infer Name}.about` ? (`${Name}.title` extends TextKey ? Name : never) : never;
}[TextKey];

/** Declares a page of the specification that is not built yet, and the product it will belong to. */
export function coming(
  path: Line['path'],
  access: Line['access'],
  name: Announced,
  product?: Product | undefined,
): ComingScreen {
  const feature = name.slice(0, name.indexOf('.')) as TextFeature; // Ensured by the name's type.
  const announcement = { title: `${name}.title`, about: `${name}.about` } as const;
  return { path, access, texts: [feature], coming: announcement, ...(product && { product }) };
}

/** Built pages by path, each with the product it needs. The app fills it at start: only it has the tables of all. */
export const builtPages = new Map<string, Product | undefined>();
