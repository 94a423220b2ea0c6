import { addressGroups, cutHash } from './identifier-text.ts';

/**
 * Renders an address for comparison: groups of four without spaces in the text, so that a selection copies the exact
 * address.
 */
export function AddressText({ address }: { address: string }) {
  return (
    <span className="addr ident">
      {[...addressGroups(address).entries()].map(([at, group]) => (
        <span key={at} className="addr__group">
          {[...group.entries()].map(([within, { text, isEnd }]) =>
            isEnd ? <b key={within}>{text}</b> : <span key={within}>{text}</span>,
          )}
          <wbr />
        </span>
      ))}
    </span>
  );
}

/**
 * Renders a hash, an order or a user number in a font that distinguishes zero from O. A long one is shortened to its
 * ends.
 */
export const Hash = ({ value }: { value: string }) => <span className="hash ident">{cutHash(value)}</span>;
