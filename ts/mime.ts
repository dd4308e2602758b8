/** What a file holds, as far as its name tells. */
import { posix } from 'node:path'

/** Media types by extension. What is not here is taken for text. */
const TYPES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    png: 'image/png',
    jpg: 'image/jpeg',
    jpeg: 'image/jpeg',
    gif: 'image/gif',
    webp: 'image/webp',
    svg: 'image/svg+xml',
    heic: 'image/heic',
    heif: 'image/heif',
    mp3: 'audio/mpeg',
    wav: 'audio/wav',
    aiff: 'audio/aiff',
    aac: 'audio/aac',
    ogg: 'audio/ogg',
    flac: 'audio/flac',
    mp4: 'video/mp4',
    webm: 'video/webm',
    mpeg: 'video/mpeg',
    mpg: 'video/mpeg',
    mov: 'video/quicktime',
    avi: 'video/x-msvideo',
    flv: 'video/x-flv',
    wmv: 'video/x-ms-wmv',
    '3gpp': 'video/3gpp',
    pdf: 'application/pdf',
    ppt: 'application/vnd.ms-powerpoint',
    pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    md: 'text/markdown',
    markdown: 'text/markdown',
    html: 'text/html',
    htm: 'text/html',
    css: 'text/css',
    csv: 'text/csv',
    xml: 'text/xml',
    json: 'application/json',
    js: 'application/javascript',
    mjs: 'application/javascript',
    cjs: 'application/javascript',
  }),
)

/** Types that are text although they are not called so. */
const TEXT = new Set(['application/json', 'application/javascript', 'image/svg+xml'])

/** The media type that a path's extension stands for; `text/plain` where it stands for none. */
export function mediaTypeOf(path: string): string {
  return TYPES.get(posix.extname(path).slice(1).toLowerCase()) ?? 'text/plain'
}

/** Whether files of this type are text. */
export function isTextType(type: string): boolean {
  return type.startsWith('text/') || TEXT.has(type)
}
