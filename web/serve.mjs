/**
 * Serves the built page as any static host would. Its only headers are the content type and the security policy that
 * the page also contains.
 *   node web/serve.mjs [PORT]
 */
import { createReadStream, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../build/web/', import.meta.url));
const TYPES = /** @type {Record<string, string>} */ ({
    '.html': 'text/html; charset=utf-8',
    '.js': 'text/javascript; charset=utf-8',
    '.css': 'text/css; charset=utf-8',
    '.svg': 'image/svg+xml',
    '.wasm': 'application/wasm',
    '.json': 'application/json',
    '.xml': 'application/xml',
    '.txt': 'text/plain; charset=utf-8',
    '.map': 'text/plain; charset=utf-8',
});
const POLICY = "script-src 'self' 'wasm-unsafe-eval'";

/** @param {string} url @returns {string | null} */
function resolveFile(url) {
    const path = decodeURIComponent(new URL(url, 'http://localhost').pathname);
    const file = normalize(join(ROOT, path.endsWith('/') ? `${path}index.html` : path));
    if (!file.startsWith(ROOT.endsWith(sep) ? ROOT : ROOT + sep)) return null;
    return statSync(file, { throwIfNoEntry: false })?.isFile() ? file : null;
}

/** @returns {import('node:http').Server} */
export function createPageServer() {
    return createServer((request, response) => {
        let file = null;
        try {
            file = resolveFile(request.url ?? '/');
        } catch {
            // A malformed address names no file.
        }
        if (!file) {
            response.writeHead(404, { 'content-type': 'text/plain' }).end('not found\n');
            return;
        }
        response.writeHead(200, {
            'content-type': TYPES[extname(file)] ?? 'application/octet-stream',
            'content-security-policy': POLICY,
            'cache-control': 'no-cache',
        });
        createReadStream(file).pipe(response);
    });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
    const server = createPageServer();
    server.listen(Number(process.argv[2] ?? process.env.PORT ?? 8080), '127.0.0.1', () => {
        const address = server.address();
        if (address && typeof address === 'object')
            console.log(`http://localhost:${address.port}/`);
    });
}
