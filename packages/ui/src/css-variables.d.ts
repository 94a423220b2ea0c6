import 'react';

declare module 'react' {
  /** Components hand measures to their style sheet as custom properties. */
  interface CSSProperties {
    [variable: `--${string}`]: string | number | undefined;
  }
}
