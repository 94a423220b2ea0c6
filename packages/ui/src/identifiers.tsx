import { addressGroups, cutHash } from './identifier-text.ts';

/** An address to compare: groups of four without spaces in the text, so that a selection copies what it is. */
export function AddressText({ address }: { address: string }) {
  let at = 0;
  return (
    <span className="addr ident">
      {addressGroups(address).map((group) => {
        at += 1;
        return (
          <span key={at} className="addr__group">
            {group.map(({ text, isEnd }) => (isEnd ? <b key="end">{text}</b> : <span key="middle">{text}</span>))}
            <wbr />
          </span>
        );
      })}
    </span>
  );
}

/** A hash, an order or a user number: zero is told from O. A long one shows its ends. */
export const Hash = ({ value }: { value: string }) => <span className="hash ident">{cutHash(value)}</span>;
