/** What `view_image` shows. The SDK reads the texts of the errors, so they are in its words. */
import { UserError } from '@openai/agents'
import type { ToolOutputImage } from '@openai/agents'

const MOST_BYTES = 10 * 1024 * 1024

/** An image as a tool's output. Throws where it is too large, or no image that a model can see. */
export function imageOutput(path: string, bytes: Uint8Array): ToolOutputImage {
  if (bytes.length > MOST_BYTES) throw new UserError(`Image file exceeds the 10 MB limit: ${path}`)
  const mediaType = imageMediaType(path, bytes)
  if (mediaType === undefined) throw new UserError(`Unsupported image format for view_image: ${path}`)
  return { type: 'image', image: { data: new Uint8Array(bytes), mediaType } }
}

/** By the first bytes; SVG also by its name. */
function imageMediaType(path: string, bytes: Uint8Array): string | undefined {
  const starts = Buffer.from(bytes.subarray(0, 512)).toString('latin1')
  if (starts.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (starts.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (starts.startsWith('GIF87a') || starts.startsWith('GIF89a')) return 'image/gif'
  if (starts.startsWith('RIFF') && starts.startsWith('WEBP', 8)) return 'image/webp'
  if (starts.startsWith('BM')) return 'image/bmp'
  if (/^(?:II[*+]\0|MM\0[*+])/.test(starts)) return 'image/tiff'
  if (/^\s*(?:<svg|<\?xml[\s\S]*<svg)/i.test(starts) || /\.svgz?$/i.test(path)) return 'image/svg+xml'
  return undefined
}
