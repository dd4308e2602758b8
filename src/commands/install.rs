//! `install`: copies files into place with modes, and makes the folders that they go to.

use bstr::BString;

use super::chown::identity;
use super::options::{self, Arguments, Opt, Spec, Takes};
use super::shared::backup::BackupOptions;
use super::shared::copy::{Copier, Dereference, Settings};
use super::shared::file_type::OWNER;
use super::shared::inputs::refuse;
use super::shared::mode::Mode;
use super::shared::path::{base_name, join, strip_trailing_slashes};
use super::shared::quote::{quote, quote_file};
use super::shared::run::{reason, run as run_child};
use super::shared::target::{self, Plan, Targets};
use shell::command::{Context, Native, Outcome};
use shell::kernel::Halt;
use workspace::{Errno, Kind};

const HELP: &str = "\
Usage: install [OPTION]... [-T] SOURCE DEST
  or:  install [OPTION]... SOURCE... DIRECTORY
  or:  install [OPTION]... -t DIRECTORY SOURCE...
  or:  install [OPTION]... -d DIRECTORY...
Copy SOURCE to DEST, or several SOURCEs into DIRECTORY, with the mode rwxr-xr-x; or make DIRECTORYs.

      --backup[=CONTROL]  make a backup of each existing destination file
  -b                    like --backup without an argument
  -c                    (ignored)
  -C, --compare         leave a destination alone that is the same already
  -d, --directory       make the DIRECTORYs, with those above them
  -D                    make the folders above DEST, or all of --target-directory
  -g, --group=GROUP     give the files to GROUP
  -m, --mode=MODE       the mode, as for chmod, instead of rwxr-xr-x
  -o, --owner=OWNER     give the files to OWNER
  -p, --preserve-timestamps  keep the times of the SOURCEs
  -s, --strip           run strip on the files
      --strip-program=PROGRAM  run PROGRAM instead
  -S, --suffix=SUFFIX   suffix of backups instead of ~
  -t, --target-directory=DIRECTORY  copy all SOURCEs into DIRECTORY
  -T, --no-target-directory  treat DEST as a file always
  -v, --verbose         say what is made
      --preserve-context  (there are no security contexts)
  -Z                    (there are no security contexts)
      --context[=CTX]   (there are no security contexts)
      --help            show this help and exit
      --version         show the version and exit
";

const SPEC: Spec = Spec::new(&[
    Opt::long('1', "backup", Takes::Optional),
    Opt::short('b', Takes::Nothing),
    Opt::short('c', Takes::Nothing),
    Opt::both('C', "compare", Takes::Nothing),
    Opt::both('d', "directory", Takes::Nothing),
    Opt::short('D', Takes::Nothing),
    Opt::both('g', "group", Takes::Value),
    Opt::both('m', "mode", Takes::Value),
    Opt::both('T', "no-target-directory", Takes::Nothing),
    Opt::both('o', "owner", Takes::Value),
    Opt::both('p', "preserve-timestamps", Takes::Nothing),
    Opt::long('2', "preserve-context", Takes::Nothing),
    Opt::both('s', "strip", Takes::Nothing),
    Opt::long('3', "strip-program", Takes::Value),
    Opt::both('S', "suffix", Takes::Value),
    Opt::both('t', "target-directory", Takes::Value),
    Opt::both('v', "verbose", Takes::Nothing),
    Opt::short('Z', Takes::Nothing),
    Opt::long('4', "context", Takes::Optional),
]);

pub const COMMANDS: &[Native] = &[Native { name: "install", help: HELP, run }];

/// Mode of files and folders if none is given.
const USUAL_MODE: u16 = 0o755;

struct Installer {
    copier: Copier,
    mode: u16,
    folder_mode: u16,
    /// The bits of a folder that the mode has a say about.
    folder_told: u16,
    owner: Option<u32>,
    group: Option<u32>,
    compare: bool,
    parents: bool,
    /// What to run on each file.
    strip: Option<BString>,
    verbose: bool,
    failed: bool,
}

fn run(context: &mut Context<'_>) -> Outcome {
    let (options, operands) = match options::read(context, &SPEC)? {
        Arguments::Run { options, operands } => (options, operands),
        Arguments::Exit(status) => return Ok(status),
    };
    let mut settings = Settings {
        dereference: Dereference::Always,
        copy_contents: true,
        remove_destination: true,
        ..Settings::default()
    };
    let mut backup = BackupOptions::default();
    let mut targets = Targets::default();
    let (mut compare, mut folders, mut parents, mut strip) = (false, false, false, false);
    let (mut program, mut mode, mut owner, mut group) = (None, None, None, None);
    for option in options {
        match option.id {
            '1' => {
                backup.wanted = true;
                backup.control = option.value.or(backup.control);
            }
            'b' => backup.wanted = true,
            'C' => compare = true,
            'd' => folders = true,
            'D' => parents = true,
            'g' => group = option.value,
            'm' => mode = option.value,
            'T' => targets.no_folder = true,
            'o' => owner = option.value,
            'p' => settings.preserve_times = true,
            '2' => {
                context.complain(&[b"WARNING: ignoring --preserve-context; this kernel is not SELinux-enabled"])?;
            }
            's' => strip = true,
            '3' => program = option.value,
            'S' => (backup.wanted, backup.suffix) = (true, option.value),
            't' => {
                let accepted = targets.set_folder(context, option.value)?;
                if !accepted {
                    return Ok(1);
                }
            }
            'v' => settings.verbose = true,
            '4' if option.value.is_some() => {
                context.complain(&[b"warning: ignoring --context; it requires an SELinux-enabled kernel"])?;
            }
            _ => {}
        }
    }
    if strip && folders {
        context.complain(&[b"the strip option may not be used when installing a directory"])?;
        return Ok(1);
    }
    if folders && targets.folder.is_some() {
        context.complain(&[b"target directory not allowed when installing a directory"])?;
        return Ok(1);
    }
    let verbose = settings.verbose;
    match backup.resolve(context)? {
        Some(backup) => settings.backup = Some(backup).filter(|backup| backup.is_wanted()),
        None => return Ok(1),
    }
    let plan = if folders {
        if operands.is_empty() {
            return refuse(context, &[b"missing file operand"]);
        }
        None
    } else {
        match plan(context, &targets, operands.clone(), parents)? {
            Some(plan) => Some(plan),
            None => return Ok(1),
        }
    };
    let (mut file_mode, mut folder_mode, mut folder_told) = (USUAL_MODE, USUAL_MODE, 0o7777);
    if let Some(text) = &mode {
        let Some(mode) = Mode::parse(text) else {
            context.complain(&[b"invalid mode ", &quote(text)])?;
            return Ok(1);
        };
        file_mode = mode.apply(0, false, 0);
        (folder_mode, folder_told) = mode.apply_and_tell(0, true, 0);
    }
    if !strip && program.is_some() {
        context.complain(&[b"WARNING: ignoring --strip-program option as -s option was not specified"])?;
    }
    let clash = if compare && settings.preserve_times {
        Some("--preserve-timestamps")
    } else if compare && strip {
        Some("--strip")
    } else {
        None
    };
    if let Some(other) = clash {
        let text = format!("options --compare (-C) and {other} are mutually exclusive");
        return refuse(context, &[text.as_bytes()]);
    }
    if compare && file_mode & 0o7000 != 0 {
        let text = b"the --compare (-C) option is ignored when you specify a mode with non-permission bits";
        context.complain(&[text])?;
    }
    let mut ids = [None, None];
    for (id, text, what) in [(0, &owner, "invalid user "), (1, &group, "invalid group ")] {
        let Some(text) = text else { continue };
        ids[id] = identity(text);
        if ids[id].is_none() {
            context.complain(&[what.as_bytes(), &quote(text)])?;
            return Ok(1);
        }
    }
    let mut installer = Installer {
        // Sources may be repeated, as long as they go to other places.
        copier: Copier::new(settings, false),
        mode: file_mode,
        folder_mode,
        folder_told,
        owner: ids[0],
        group: ids[1],
        compare,
        parents,
        strip: strip.then(|| program.unwrap_or_else(|| "strip".into())),
        verbose,
        failed: false,
    };
    match plan {
        None => {
            for folder in &operands {
                installer.make_folder(context, folder)?;
            }
        }
        Some(plan) => installer.install(context, &plan)?,
    }
    Ok(u8::from(installer.failed || installer.copier.failed))
}

/// What goes where. `None`: what is wrong was reported.
fn plan(
    context: &mut Context<'_>,
    targets: &Targets,
    operands: Vec<BString>,
    parents: bool,
) -> Result<Option<Plan>, Halt> {
    if let Some(folder) = &targets.folder
        && !targets.no_folder
        && !operands.is_empty()
    {
        let found = match context.vfs().stat(context.cwd(), folder) {
            Ok(stat) if stat.is_dir() => Ok(()),
            Ok(_) => Err(Errno::NotDir),
            Err(Errno::NotFound) if parents => Ok(()),
            Err(errno) => Err(errno),
        };
        return match found {
            Ok(()) => Ok(Some(Plan { sources: operands, folder: targets.folder.clone(), file: None })),
            Err(errno) => {
                context.complain(&[b"failed to access ", &quote_file(folder), b": ", errno.message().as_bytes()])?;
                Ok(None)
            }
        };
    }
    target::plan(context, targets, operands)
}

impl Installer {
    fn install(&mut self, context: &mut Context<'_>, plan: &Plan) -> Result<(), Halt> {
        if let Some(folder) = &plan.folder {
            if self.parents
                && !context.vfs().is_dir(context.cwd(), folder)
                && !(self.make_parents(context, folder)? && self.make_one(context, folder)?)
            {
                return Ok(());
            }
            for source in &plan.sources {
                let destination = join(folder, base_name(source));
                self.install_file(context, source, &destination)?;
            }
        } else if let (Some(source), Some(file)) = (plan.sources.first(), &plan.file) {
            if self.parents && !self.make_parents(context, file)? {
                return Ok(());
            }
            self.install_file(context, source, file)?;
        }
        Ok(())
    }

    fn fail(&mut self, context: &mut Context<'_>, parts: &[&[u8]]) -> Result<bool, Halt> {
        self.failed = true;
        context.complain(parts)?;
        Ok(false)
    }

    /// Makes the missing folders above the last name of `path`. False: it failed and was reported.
    fn make_parents(&mut self, context: &mut Context<'_>, path: &[u8]) -> Result<bool, Halt> {
        let trimmed = strip_trailing_slashes(path);
        let start = trimmed.iter().take_while(|byte| **byte == b'/').count();
        for slash in memchr::memchr_iter(b'/', trimmed).filter(|slash| *slash > start) {
            context.charge(1)?;
            let folder = &trimmed[..slash];
            if folder.ends_with(b"/") {
                continue;
            }
            match context.vfs().stat(context.cwd(), folder) {
                Ok(stat) if stat.is_dir() => {}
                Ok(_) => {
                    let text = Errno::NotDir.message().as_bytes();
                    return self.fail(context, &[b"cannot create directory ", &quote_file(folder), b": ", text]);
                }
                Err(_) if self.make_one(context, folder)? => {}
                Err(_) => return Ok(false),
            }
        }
        Ok(true)
    }

    /// Makes one folder with the usual mode.
    fn make_one(&mut self, context: &mut Context<'_>, folder: &[u8]) -> Result<bool, Halt> {
        match context.vfs().mkdir(context.cwd(), folder, USUAL_MODE) {
            Ok(()) => {
                self.tell(context, folder)?;
                Ok(true)
            }
            Err(errno) => {
                let text = errno.message().as_bytes();
                self.fail(context, &[b"cannot create directory ", &quote_file(folder), b": ", text])
            }
        }
    }

    fn tell(&self, context: &mut Context<'_>, folder: &[u8]) -> Result<(), Halt> {
        if self.verbose {
            context.write(&[b"install: creating directory ", quote_file(folder).as_slice(), b"\n"].concat())?;
        }
        Ok(())
    }

    /// `-d`: makes a folder and those above it, and sets its mode.
    fn make_folder(&mut self, context: &mut Context<'_>, folder: &BString) -> Result<(), Halt> {
        let trimmed = strip_trailing_slashes(folder);
        let start = trimmed.iter().take_while(|byte| **byte == b'/').count();
        for slash in memchr::memchr_iter(b'/', trimmed).filter(|slash| *slash > start) {
            context.charge(1)?;
            let parent = &trimmed[..slash];
            if parent.ends_with(b"/") || context.vfs().is_dir(context.cwd(), parent) {
                continue;
            }
            let made = match context.vfs().mkdir(context.cwd(), parent, USUAL_MODE) {
                // Something else is in the way.
                Err(Errno::Exists) => Err(Errno::NotDir),
                other => other,
            };
            if let Err(errno) = made {
                let text = errno.message().as_bytes();
                self.fail(context, &[b"cannot create directory ", &quote(parent), b": ", text])?;
                return Ok(());
            }
            self.tell(context, parent)?;
        }
        match context.vfs().stat(context.cwd(), folder) {
            Ok(stat) if stat.is_dir() => {
                let mode = stat.mode & !self.folder_told | self.folder_mode & self.folder_told;
                if mode != stat.mode
                    && let Err(errno) = context.vfs().set_mode(context.cwd(), folder, mode)
                {
                    let text = errno.message().as_bytes();
                    self.fail(context, &[b"cannot change permissions of ", &quote(folder), b": ", text])?;
                    return Ok(());
                }
            }
            _ => {
                if let Err(errno) = context.vfs().mkdir(context.cwd(), folder, self.folder_mode) {
                    let text = errno.message().as_bytes();
                    self.fail(context, &[b"cannot create directory ", &quote(folder), b": ", text])?;
                    return Ok(());
                }
                self.tell(context, folder)?;
            }
        }
        self.give_away(context, folder)
    }

    fn install_file(
        &mut self,
        context: &mut Context<'_>,
        source: &BString,
        destination: &BString,
    ) -> Result<(), Halt> {
        context.charge(1)?;
        match context.vfs().stat(context.cwd(), source) {
            Ok(stat) if stat.is_dir() => {
                self.fail(context, &[b"omitting directory ", &quote_file(source)])?;
                return Ok(());
            }
            Ok(_) => {}
            Err(errno) => {
                let text = errno.message().as_bytes();
                self.fail(context, &[b"cannot stat ", &quote_file(source), b": ", text])?;
                return Ok(());
            }
        }
        if !self.compare || self.differs(context, source, destination)? {
            let before = std::mem::take(&mut self.copier.failed);
            self.copier.copy(context, source, destination)?;
            let failed = std::mem::replace(&mut self.copier.failed, before);
            if failed {
                self.failed = true;
                return Ok(());
            }
            if !self.strip(context, destination)? {
                return Ok(());
            }
        }
        if let Err(errno) = context.vfs().set_mode(context.cwd(), destination, self.mode) {
            let text = errno.message().as_bytes();
            self.fail(context, &[b"cannot change permissions of ", &quote_file(destination), b": ", text])?;
            return Ok(());
        }
        self.give_away(context, destination)
    }

    /// `-C`: whether there is anything to copy.
    fn differs(&self, context: &Context<'_>, source: &[u8], destination: &[u8]) -> Result<bool, Halt> {
        if self.mode & 0o7000 != 0 {
            return Ok(true);
        }
        let (vfs, cwd) = (context.vfs(), context.cwd());
        let (Ok(from), Ok(to)) = (vfs.lstat(cwd, source), vfs.lstat(cwd, destination)) else { return Ok(true) };
        let plain = |kind| kind == Kind::File;
        if !plain(from.kind) || !plain(to.kind) || from.size != to.size || to.mode != self.mode {
            return Ok(true);
        }
        context.charge_bytes(usize::try_from(from.size).unwrap_or(usize::MAX))?;
        let contents = (vfs.read_file(cwd, source), vfs.read_file(cwd, destination));
        Ok(!matches!(contents, (Ok(a), Ok(b)) if a.to_bytes() == b.to_bytes()))
    }

    /// Runs the strip program; removes the file where that fails.
    fn strip(&mut self, context: &mut Context<'_>, destination: &BString) -> Result<bool, Halt> {
        let Some(program) = self.strip.clone() else { return Ok(true) };
        let status = match run_child(context, &[program.clone(), destination.clone()])? {
            Ok(status) => status,
            Err(failure) => {
                let text = reason(&failure);
                context.complain(&[b"cannot run ", &quote_file(&program), b": ", text.as_bytes()])?;
                1
            }
        };
        if status == 0 {
            return Ok(true);
        }
        self.fail(context, &[b"strip process terminated abnormally"])?;
        if let Err(errno) = context.vfs().unlink(context.cwd(), destination) {
            self.fail(context, &[b"cannot unlink ", &quote_file(destination), b": ", errno.message().as_bytes()])?;
        }
        Ok(false)
    }

    /// `-o`, `-g`: there is one user, to whom everything belongs already.
    fn give_away(&mut self, context: &mut Context<'_>, path: &[u8]) -> Result<(), Halt> {
        if [self.owner, self.group].iter().flatten().any(|id| *id != OWNER) {
            let text = Errno::NotPermitted.message().as_bytes();
            self.fail(context, &[b"cannot change ownership of ", &quote_file(path), b": ", text])?;
        }
        Ok(())
    }
}
