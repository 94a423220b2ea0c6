/** A key of the keyboard. */
export const Key = ({ children }: { children: string }) => (
  <kbd className="grid h-4.5 min-w-4.5 place-items-center rounded-tag bg-s3 px-1 font-sans text-micro text-ink-2">
    {children}
  </kbd>
);

type Props = {
  label: string;
  /** Keys and what they do. */
  keys: readonly (readonly [names: readonly string[], does: string])[];
};

/** Names the keys of a wide page, at its foot. */
export function KeyHints({ label, keys }: Props) {
  return (
    <section
      className="flex h-9 flex-none items-center gap-4.5 overflow-hidden border-t border-line px-5 text-label whitespace-nowrap text-ink-3"
      aria-label={label}
    >
      {keys.map(([names, does]) => (
        <span key={does} className="flex items-center gap-1.5">
          {names.map((name) => (
            <Key key={name}>{name}</Key>
          ))}
          {does}
        </span>
      ))}
    </section>
  );
}
