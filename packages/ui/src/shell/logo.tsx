/** Draws the logo mark: a straight line with a wave under it. */
export function Mark({ size = 24 }: { size?: number }) {
  return (
    <svg className="mark" viewBox="0 0 24 24" width={size} height={size} aria-hidden="true" focusable="false">
      <path className="mark__line" d="M4 7.5h16" />
      <path className="mark__wave" d="M4 15.5c2.67-3.3 5.33-3.3 8 0s5.33 3.3 8 0" />
    </svg>
  );
}

export function Logo({ name, size = 22 }: { name: string; size?: number }) {
  return (
    <span className="logo">
      <Mark size={size} />
      {name}
    </span>
  );
}

const WAVE = 'c48.75-22 97.5-22 146.25 0s97.5 22 146.25 0 97.5-22 146.25 0 97.5 22 146.25 0';

/** Draws the receding waves under their line: the product's only illustration. */
export function Waterline() {
  return (
    <svg className="brandline" viewBox="0 0 390 148" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <path className="brandline__mark" d="M0 32.5H390" />
      <path className="brandline__water" d={`M-20 64${WAVE}`} />
      <path className="brandline__water" opacity="0.55" d={`M-64 82${WAVE}`} />
      <path className="brandline__water" opacity="0.3" d={`M-112 100${WAVE}`} />
      <path className="brandline__water" opacity="0.14" d={`M-150 118${WAVE}`} />
    </svg>
  );
}
