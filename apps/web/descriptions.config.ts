import type { Plugin } from 'vite';

const ROUTES = /packages[/]protocol[/]src[/].+\.ts$/;
/** A description of a route is one literal, in single quotes or back-ticks. */
const OF_ROUTE = /\bdescription:\s*(?:'(?:[^'\\]|\\.)*'|`[^`]*`)/g;
/** That of a field is a sentence among the arguments that make its schema. */
const OF_FIELD = /'[A-Z][^'\\\n]{15,}\.'/g;

/** Empties the descriptions of routes and fields, which only the API's documentation shows. */
export function descriptions(): Plugin {
  return {
    name: 'descriptions',
    apply: 'build',
    enforce: 'pre', // As long as the source is as it was written.
    transform: {
      filter: { id: ROUTES },
      handler: (code) => ({ code: code.replace(OF_ROUTE, "description: ''").replace(OF_FIELD, "''"), map: null }),
    },
  };
}
