import { addressGroups, cutHash } from './identifier-text.ts';

/** An address to compare: groups of four without spaces in the text, so that a selection copies what it is. */
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

/** A hash, an order or a user number: zero is told from O. A long one shows its ends. */
export const Hash = ({ value }: { value: string }) => <span className="hash ident">{cutHash(value)}</span>;
