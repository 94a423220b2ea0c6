type Props = { value: string; aside: string };

/** Renders a figure with its age below it, so that a marked label keeps its line. */
export const Reading = ({ value, aside }: Props) => (
  <span className="grid justify-items-end">
    <span className="num">{value}</span>
    <span className="text-micro whitespace-nowrap text-ink-3">{aside}</span>
  </span>
);

type Figure = { label: string; value: string; ink?: string };

/** Shows two figures and their difference side by side. */
export const Figures = ({ figures }: { figures: readonly Figure[] }) => (
  <dl className="mx-gutter mt-3 flex flex-wrap gap-y-2 border-y border-line py-2.5">
    {figures.map(({ label, value, ink = '' }) => (
      <div
        key={label}
        className="flex flex-1 flex-col justify-between border-line pr-2 not-first:border-l not-first:pl-3"
      >
        <dt className="text-micro text-ink-3">{label}</dt>
        <dd className={`num text-body font-semibold ${ink}`}>{value}</dd>
      </div>
    ))}
  </dl>
);
