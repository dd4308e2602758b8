//! The read-only overlay over `/`: the commands' folders, devices, and the constants of `/etc` and `/proc`.

use std::sync::Arc;

use bytes::Bytes;

use shell::command::Registry;
use workspace::{Content, Device, DeviceKind, Dir, File, Ino, Meta, Name, Node, Symlink, Time};

/// Inode numbers of the overlay count from here, far above those of any tree.
const FIRST_INO: Ino = 1 << 40;

struct Builder {
    next: Ino,
    now: Time,
}

impl Builder {
    fn meta(&mut self, mode: u16) -> Meta {
        self.next += 1;
        Meta::new(self.next, mode, self.now)
    }

    fn file(&mut self, text: &str, mode: u16) -> Node {
        let meta = self.meta(mode);
        Node::File(Arc::new(File::new(meta, Content::from_bytes(Bytes::copy_from_slice(text.as_bytes())))))
    }

    fn link(&mut self, target: &str) -> Node {
        let meta = self.meta(0o777);
        Node::Symlink(Arc::new(Symlink { meta, target: target.as_bytes().into() }))
    }

    fn device(&mut self, kind: DeviceKind) -> Node {
        let meta = self.meta(0o666);
        Node::Device(Arc::new(Device { meta, kind }))
    }

    fn folder(&mut self, entries: Vec<(&str, Node)>) -> Node {
        let meta = self.meta(0o755);
        let entries = entries.into_iter().map(|(name, node)| (Name::from(name.as_bytes()), node));
        Node::Dir(Arc::new(Dir::from_entries(meta, entries)))
    }
}

/// Builds the overlay for a registry. Times are the clock's start.
pub fn build(registry: &Registry, now: Time) -> Arc<Dir> {
    let mut builder = Builder { next: FIRST_INO, now };
    let commands: Vec<(&str, Node)> = registry
        .names()
        .map(|name| (name, builder.file("#!mem-sandbox\nThis command is part of the sandbox.\n", 0o755)))
        .collect();
    let local = builder.folder(vec![]);
    let local = builder.folder(vec![("bin", local)]);
    let bin = builder.folder(commands);
    let usr = builder.folder(vec![("bin", bin.clone()), ("local", local)]);
    let dev = dev(&mut builder);
    let etc = etc(&mut builder);
    let proc = proc(&mut builder);
    let top = [("bin", bin), ("dev", dev), ("etc", etc), ("proc", proc), ("usr", usr)];
    let meta = builder.meta(0o755);
    Arc::new(Dir::from_entries(meta, top.into_iter().map(|(name, node)| (Name::from(name.as_bytes()), node))))
}

fn dev(builder: &mut Builder) -> Node {
    let kinds = [
        ("full", DeviceKind::Full),
        ("null", DeviceKind::Null),
        ("random", DeviceKind::Random),
        ("stderr", DeviceKind::Stderr),
        ("stdin", DeviceKind::Stdin),
        ("stdout", DeviceKind::Stdout),
        ("tty", DeviceKind::Tty),
        ("urandom", DeviceKind::Urandom),
        ("zero", DeviceKind::Zero),
    ];
    let mut entries: Vec<(&str, Node)> = kinds.into_iter().map(|(name, kind)| (name, builder.device(kind))).collect();
    entries.push(("fd", builder.folder(vec![])));
    builder.folder(entries)
}

fn etc(builder: &mut Builder) -> Node {
    let files = [
        ("group", "root:x:0:\nuser:x:1000:\n"),
        ("hostname", "sandbox\n"),
        ("hosts", "127.0.0.1\tlocalhost sandbox\n"),
        ("nsswitch.conf", "passwd: files\ngroup: files\nhosts: files\n"),
        ("os-release", "PRETTY_NAME=\"mem-sandbox\"\nNAME=\"mem-sandbox\"\nID=mem-sandbox\nID_LIKE=debian\n"),
        ("passwd", "root:x:0:0:root:/root:/bin/bash\nuser:x:1000:1000:user:/workspace:/bin/bash\n"),
        ("shells", "/bin/sh\n/bin/bash\n/usr/bin/bash\n"),
        ("timezone", "Etc/UTC\n"),
    ];
    let entries = files.into_iter().map(|(name, text)| (name, builder.file(text, 0o644))).collect();
    builder.folder(entries)
}

fn proc(builder: &mut Builder) -> Node {
    let files = [
        ("cpuinfo", "processor\t: 0\nmodel name\t: virtual\ncpu cores\t: 1\n"),
        ("filesystems", "nodev\ttmpfs\n"),
        ("loadavg", "0.00 0.00 0.00 1/1 1\n"),
        ("meminfo", "MemTotal:         262144 kB\nMemFree:          262144 kB\nMemAvailable:     262144 kB\n"),
        ("mounts", "workspace / tmpfs rw,relatime 0 0\n"),
        ("uptime", "0.00 0.00\n"),
        ("version", "Linux version 6.1.0-sandbox (mem-sandbox) #1 SMP\n"),
    ];
    let mut entries: Vec<(&str, Node)> =
        files.into_iter().map(|(name, text)| (name, builder.file(text, 0o444))).collect();
    let status = builder.file("Name:\tbash\nState:\tR (running)\nUid:\t1000\t1000\t1000\t1000\n", 0o444);
    let comm = builder.file("bash\n", 0o444);
    let cwd = builder.link("/workspace");
    let fd = builder.folder(vec![]);
    entries.push(("self", builder.folder(vec![("comm", comm), ("cwd", cwd), ("fd", fd), ("status", status)])));
    builder.folder(entries)
}
