import flags from './country-flags.svg?url';

/** Renders a country's flag beside its name. The sprite is large, so it belongs to pages that list countries. */
export function FlagIcon({ country }: { country: string }) {
  return (
    <svg className="flag" viewBox="0 0 24 16" width="24" height="16" aria-hidden="true" focusable="false">
      <use href={`${flags}#${country}`} width="24" height="16" />
    </svg>
  );
}
