import sanitizeHtml from 'sanitize-html';

/** Allowed in-app link: a page of the app, by its address. */
const IN_APP = /^#\/pages\/[\w/-]+(?:\?[\w=&%.-]*)?$/;

const isOutside = (href: string): boolean => {
  // Checked as written: browsers tolerate tabs, backslashes and missing slashes, so readers would not see the real
  // target.
  if (!/^https?:\/\/[^\s\\]+$/i.test(href)) return false;
  const url = URL.parse(href);
  // A user name before the host makes an unknown address look like a known one.
  return url !== null && url.username === '' && url.password === '';
};

/**
 * Rewrites a link. External links open in a new context without a referrer; unknown targets are reduced to their text.
 */
function judgeLink(_tag: string, { href = '' }: sanitizeHtml.Attributes): sanitizeHtml.Tag {
  if (IN_APP.test(href)) return { tagName: 'a', attribs: { href } };
  if (!isOutside(href)) return { tagName: 'span', attribs: {} };
  return { tagName: 'a', attribs: { href, rel: 'noopener noreferrer nofollow', target: '_blank' } };
}

const TABLE = ['table', 'thead', 'tbody', 'tr', 'th', 'td'];

/** Allow-list of what a text page needs. Everything else is removed: no style, no class, no id, no picture. */
const ALLOWED: sanitizeHtml.IOptions = {
  allowedTags: ['h2', 'h3', 'p', 'ul', 'ol', 'li', 'strong', 'em', 'code', 'a', 'br', ...TABLE],
  allowedAttributes: { a: ['href', 'rel', 'target'] },
  allowedSchemes: ['http', 'https'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  // Their contents are not text either.
  nonTextTags: [
    ...['script', 'style', 'textarea', 'option', 'noscript', 'template', 'iframe', 'noembed', 'noframes'],
    ...['xmp', 'plaintext', 'title', 'svg', 'math', 'object'],
  ],
  nestingLimit: 12,
  transformTags: { a: judgeLink },
};

/** Sanitises HTML for display, whatever its author. Cleaning is idempotent, which is how the result is checked. */
export function cleanBody(html: string): string {
  const cleaned = sanitizeHtml(html, ALLOWED);
  const again = sanitizeHtml(cleaned, ALLOWED);
  // HTML that changes when it is parsed again was crafted to do so: keep only its text.
  return again === cleaned ? cleaned : sanitizeHtml(again, { allowedTags: [], allowedAttributes: {} });
}
