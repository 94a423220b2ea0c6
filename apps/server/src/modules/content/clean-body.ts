import sanitizeHtml from 'sanitize-html';

/** Where a link may lead inside the app: a page of its own, by its address. */
const IN_APP = /^#\/pages\/[\w/-]+(?:\?[\w=&%.-]*)?$/;

const isOutside = (href: string): boolean => {
  // As it is written: a browser forgives tabs, backslashes and missing slashes, and readers do not see what it made of them.
  if (!/^https?:\/\/[^\s\\]+$/i.test(href)) return false;
  const url = URL.parse(href);
  // A name before the host makes a stranger's address look like a known one.
  return url !== null && url.username === '' && url.password === '';
};

/** What leads out opens apart and tells nobody where the reader came from; what leads nowhere known is only its words. */
function judgeLink(_tag: string, { href = '' }: sanitizeHtml.Attributes): sanitizeHtml.Tag {
  if (IN_APP.test(href)) return { tagName: 'a', attribs: { href } };
  if (!isOutside(href)) return { tagName: 'span', attribs: {} };
  return { tagName: 'a', attribs: { href, rel: 'noopener noreferrer nofollow', target: '_blank' } };
}

const TABLE = ['table', 'thead', 'tbody', 'tr', 'th', 'td'];

/** Only what a page of text needs. What is not named here does not exist: no style, no class, no id, no picture. */
const ALLOWED: sanitizeHtml.IOptions = {
  allowedTags: ['h2', 'h3', 'p', 'ul', 'ol', 'li', 'strong', 'em', 'code', 'a', 'br', ...TABLE],
  allowedAttributes: { a: ['href', 'rel', 'target'] },
  allowedSchemes: ['http', 'https'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  // Their contents are no text either.
  nonTextTags: [
    ...['script', 'style', 'textarea', 'option', 'noscript', 'template', 'iframe', 'noembed', 'noframes'],
    ...['xmp', 'plaintext', 'title', 'svg', 'math', 'object'],
  ],
  nestingLimit: 12,
  transformTags: { a: judgeLink },
};

/** HTML as it may be shown, whoever wrote it. Cleaning what is clean changes nothing, which is how it is checked. */
export function cleanBody(html: string): string {
  const cleaned = sanitizeHtml(html, ALLOWED);
  const again = sanitizeHtml(cleaned, ALLOWED);
  // Something that becomes something else when it is read again was made to: none of it is kept but its words.
  return again === cleaned ? cleaned : sanitizeHtml(again, { allowedTags: [], allowedAttributes: {} });
}
