import type { ButtonHTMLAttributes } from 'react';

type Look = {
  tone?: 'plain' | 'primary' | 'up' | 'down' | 'ghost' | 'line' | 'danger';
  size?: 'large' | 'normal' | 'small';
  wide?: boolean;
  /** Its action is not possible as things stand: tinted instead of in full colour; its text says what is missing. */
  blocked?: boolean;
};

/** Returns the button classes, also for links: a link takes the class, not the element. */
export const buttonClass = ({ tone = 'plain', size = 'normal', wide = false, blocked = false }: Look = {}) =>
  ['btn', `btn--${tone}`, `btn--${size}`, wide ? 'btn--block' : '', blocked ? 'btn--blocked' : '']
    .filter(Boolean)
    .join(' ');

type Props = Look & { busy?: boolean } & ButtonHTMLAttributes<HTMLButtonElement>;

/** Renders a button. While busy it keeps its width, a spinner replaces its text, and a second press does nothing. */
export function Button({ tone, size, wide, blocked, busy = false, children, className = '', ...rest }: Props) {
  const look = buttonClass({
    ...(tone && { tone }),
    ...(size && { size }),
    ...(wide && { wide }),
    ...(blocked && { blocked }),
  });
  return (
    <button
      type="button"
      {...rest}
      className={`${look} ${className}`}
      aria-busy={busy}
      disabled={busy || rest.disabled === true}
    >
      <span className={busy ? 'btn__words btn__words--away' : 'btn__words'}>{children}</span>
      {busy && <i className="spin" aria-hidden="true" />}
    </button>
  );
}

/** Renders an icon-only button; its label is its accessible name. */
export function IconButton({ label, children, ...rest }: { label: string } & ButtonHTMLAttributes<HTMLButtonElement>) {
  return (
    <button type="button" {...rest} className={`iconbtn ${rest.className ?? ''}`} aria-label={label}>
      {children}
    </button>
  );
}
